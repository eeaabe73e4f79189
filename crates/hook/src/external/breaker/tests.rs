//! The breaker with a clock that stands where the test puts it.

use super::*;

const PAUSE: Duration = Duration::from_secs(60);

fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_000_000 + seconds)
}

/// Calls the breaker in the way of a process that lives for one event.
struct Processes {
    folder: tempfile::TempDir,
}

impl Processes {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("state").join("hook.json")
    }

    fn breaker(&self) -> Breaker {
        Breaker::new(3, PAUSE, Some(self.file()))
    }

    fn gate(&self, seconds: u64) -> Gate {
        self.breaker().gate(at(seconds))
    }

    fn ends(&self, answered: bool, seconds: u64) {
        self.breaker().record(answered, at(seconds)).unwrap();
    }

    fn opened() -> Self {
        let processes = Self::new();
        for second in 0..3 {
            assert_eq!(processes.gate(second), Gate::Call);
            processes.ends(false, second);
        }
        processes
    }
}

#[test]
fn it_opens_after_so_many_failures_in_a_row() {
    let processes = Processes::opened();
    assert_eq!(processes.gate(2), Gate::SkipUntil(at(62)));
    assert_eq!(processes.gate(61), Gate::SkipUntil(at(62)));
}

#[test]
fn an_answer_ends_the_row_and_leaves_no_file() {
    let processes = Processes::new();
    for _ in 0..4 {
        processes.ends(false, 0);
        processes.ends(false, 0);
        assert!(processes.file().exists());
        processes.ends(true, 0);
        assert!(!processes.file().exists());
        assert_eq!(processes.gate(0), Gate::Call);
    }
}

#[test]
fn after_the_pause_one_call_is_tried() {
    let processes = Processes::opened();
    assert_eq!(processes.gate(62), Gate::Call);
    assert_eq!(processes.gate(62), Gate::SkipUntil(at(122)));
    processes.ends(false, 70);
    assert_eq!(processes.gate(129), Gate::SkipUntil(at(130)));
    assert_eq!(processes.gate(130), Gate::Call);
    processes.ends(true, 131);
    assert_eq!(processes.gate(131), Gate::Call);
}

#[test]
fn a_clock_that_was_set_back_does_not_keep_it_open() {
    let processes = Processes::opened();
    let long_ago = UNIX_EPOCH + Duration::from_secs(5);
    assert_eq!(processes.breaker().gate(long_ago), Gate::Call);
    let before_1970 = UNIX_EPOCH - Duration::from_secs(5);
    processes.breaker().record(false, before_1970).unwrap();
}

#[test]
fn without_a_pause_it_never_opens() {
    let breaker = Breaker::new(1, Duration::ZERO, None);
    for second in 0..3 {
        breaker.record(false, at(second)).unwrap();
        assert_eq!(breaker.gate(at(second)), Gate::Call);
    }
}

#[test]
fn without_a_file_the_state_is_kept_in_memory() {
    let breaker = Breaker::new(1, PAUSE, None);
    breaker.record(false, at(0)).unwrap();
    assert_eq!(breaker.gate(at(1)), Gate::SkipUntil(at(60)));
    breaker.record(true, at(2)).unwrap();
    assert_eq!(breaker.gate(at(3)), Gate::Call);
}

#[test]
fn a_file_that_makes_no_sense_counts_as_none() {
    let processes = Processes::new();
    fs::create_dir_all(processes.file().parent().unwrap()).unwrap();
    let huge = "9".repeat(100_000);
    for garbage in
        ["", "{", "[]", "{\"failures\":-1}", "{\"failures\":\"many\"}", "\u{0}\u{1}", &huge]
    {
        fs::write(processes.file(), garbage).unwrap();
        assert_eq!(processes.gate(0), Gate::Call, "{garbage:.20}");
        processes.ends(false, 0);
        let state = read(&processes.file()).unwrap();
        assert_eq!(state.failures, 1, "{garbage:.20}");
    }
    // Far in the future, farther than times go.
    let far = format!("{{\"failures\":9,\"openUntil\":{}}}", u64::MAX);
    fs::write(processes.file(), far).unwrap();
    assert_eq!(processes.gate(0), Gate::Call);
}

#[test]
fn a_folder_in_place_of_the_file_is_an_error_and_no_harm() {
    let processes = Processes::new();
    fs::create_dir_all(processes.file().join("inside")).unwrap();
    assert_eq!(processes.gate(0), Gate::Call);
    assert!(processes.breaker().record(false, at(0)).is_err());
    assert_eq!(processes.gate(0), Gate::Call);
    // The folder holds nothing that was begun and not finished.
    assert_eq!(fs::read_dir(processes.file().parent().unwrap()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_named_pipe_in_place_of_the_file_is_not_waited_for() {
    let processes = Processes::new();
    fs::create_dir_all(processes.file().parent().unwrap()).unwrap();
    let made = std::process::Command::new("mkfifo").arg(processes.file()).status().unwrap();
    assert!(made.success());
    assert_eq!(processes.gate(0), Gate::Call);
}

#[test]
fn times_are_told_in_utc() {
    assert_eq!(time_of_day(UNIX_EPOCH + Duration::from_secs(86_400 + 3_723)), "01:02:03 UTC");
}
