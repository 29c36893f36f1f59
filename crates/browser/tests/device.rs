//! A device answers as a server does, and keeps its tables when it is opened again.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::future::BoxFuture;
use http_body_util::BodyExt as _;
use kosti_app::{Host, Job, Lane};
use kosti_browser::{Device, Platform, Settings};
use kosti_journal::{DeviceError, DeviceRecord, DeviceStore};
use kosti_web::{DeviceHost, FetchError, StorageUse};
use parking_lot::Mutex;

/// A host on tokio, with a clock that stands still and a counter in place of randomness.
struct TokioHost;

impl Host for TokioHost {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn wall_clock(&self) -> i64 {
        0
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(async move { tokio::time::sleep(duration).await })
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        tokio::spawn(task);
    }

    fn run_blocking(&self, job: Job) {
        tokio::task::spawn_blocking(job);
    }

    fn run_in_lane(&self, _: Lane, _: usize, job: Job) {
        tokio::task::spawn_blocking(job);
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        // The same bytes again would be the id of a command that was executed.
        static FILLED: AtomicU64 = AtomicU64::new(1);
        let number = FILLED.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        bytes.iter_mut().zip(number.iter().cycle()).for_each(|(byte, of)| *byte = *of);
    }
}

/// The storage of a device, in memory.
#[derive(Default)]
struct Disk {
    records: Mutex<Vec<DeviceRecord>>,
    settings: Mutex<Vec<(String, String)>>,
    full: AtomicBool,
    /// A record that another server has, and its address.
    served: Mutex<Option<(String, String)>>,
}

impl Disk {
    fn check_room(&self) -> Result<(), DeviceError> {
        if self.full.load(Ordering::Relaxed) { Err(DeviceError::Full) } else { Ok(()) }
    }

    fn add(&self, mut record: DeviceRecord) -> Result<u64, DeviceError> {
        self.check_room()?;
        let mut records = self.records.lock();
        let count = records.iter().filter(|other| other.table == record.table).count() as u64;
        if count + 1 != record.number {
            return Err(DeviceError::Conflict { records: count, command: None });
        }
        record.position = records.len() as u64 + 1;
        let position = record.position;
        records.push(record);
        Ok(position)
    }

    fn select(&self, wanted: impl Fn(&DeviceRecord) -> bool) -> Vec<DeviceRecord> {
        self.records.lock().iter().filter(|record| wanted(record)).cloned().collect()
    }
}

impl DeviceStore for Disk {
    fn append(&self, record: DeviceRecord) -> BoxFuture<'static, Result<u64, DeviceError>> {
        Box::pin(ready(self.add(record)))
    }

    fn read(&self, table: &str, after: u64) -> BoxFuture<'static, Result<Vec<DeviceRecord>, DeviceError>> {
        Box::pin(ready(Ok(self.select(|record| record.table == table && record.number > after))))
    }

    fn read_log(
        &self,
        after: u64,
        most: usize,
    ) -> BoxFuture<'static, Result<Vec<DeviceRecord>, DeviceError>> {
        let mut records = self.select(|record| record.position > after);
        records.truncate(most);
        Box::pin(ready(Ok(records)))
    }

    fn end(&self) -> BoxFuture<'static, Result<u64, DeviceError>> {
        Box::pin(ready(Ok(self.records.lock().len() as u64)))
    }

    fn erase(&self, _: Vec<String>) -> BoxFuture<'static, Result<(), DeviceError>> {
        Box::pin(ready(Ok(())))
    }
}

impl Settings for Disk {
    fn load(&self) -> BoxFuture<'static, Result<Vec<(String, String)>, DeviceError>> {
        Box::pin(ready(Ok(self.settings.lock().clone())))
    }

    fn save(&self, values: Vec<(String, Option<String>)>) -> BoxFuture<'static, Result<(), DeviceError>> {
        let mut settings = self.settings.lock();
        for (name, value) in values {
            settings.retain(|(known, _)| *known != name);
            settings.extend(value.map(|value| (name, value)));
        }
        Box::pin(ready(Ok(())))
    }
}

/// A browser that says little, and other servers that have the records of this disk's tables.
impl DeviceHost for Disk {
    fn storage(&self) -> BoxFuture<'static, Option<StorageUse>> {
        Box::pin(ready(Some(StorageUse { used: Some((2_500_000.0, 1e9)), kept: false })))
    }

    fn fetch_record(&self, address: String, _: usize) -> BoxFuture<'static, Result<String, FetchError>> {
        let served = self.served.lock().clone();
        let found = served.filter(|(at, _)| *at == address).map(|(_, record)| record);
        Box::pin(ready(found.ok_or(FetchError::Status(404))))
    }
}

async fn open(disk: &Arc<Disk>, base: &str) -> Device {
    let (store, settings, browser) = (disk.clone(), disk.clone(), disk.clone());
    let platform = Platform { host: Arc::new(TokioHost), store, settings, browser, solver: None };
    Device::open(platform, "https://dice.example", base).await.unwrap()
}

async fn get(device: &Device, address: &str) -> (StatusCode, String) {
    let response = device.answer(Request::builder().uri(address).body(Body::empty()).unwrap()).await;
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

async fn post(device: &Device, address: &str, form: &str) -> Response {
    let request = Request::post(address).header("content-type", "application/x-www-form-urlencoded");
    device.answer(request.body(Body::from(form.to_owned())).unwrap()).await
}

/// Opens a table of any game, and returns its address.
async fn open_table(device: &Device, base: &str) -> String {
    let game = first_game(&get(device, &format!("{base}/")).await.1);
    let response = post(device, &format!("{base}/play"), &format!("game={game}&with=nobody")).await;
    assert_eq!(response.status(), StatusCode::SEE_OTHER);
    response.headers()["location"].to_str().unwrap().to_owned()
}

/// The first game that the home page offers.
fn first_game(home: &str) -> String {
    let (_, rest) = home.split_once("name=\"game\" value=\"").unwrap();
    rest.split_once('"').unwrap().0.to_owned()
}

#[tokio::test]
async fn a_table_is_there_when_the_device_is_opened_again() {
    let disk = Arc::new(Disk::default());
    let device = open(&disk, "").await;
    let table = open_table(&device, "").await;
    let (status, page) = get(&device, &table).await;
    assert_eq!(status, StatusCode::OK);
    drop(device);
    let again = open(&disk, "").await;
    let (status, reopened) = get(&again, &table).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(without_command_ids(&reopened), without_command_ids(&page), "the seat is still ours");
    assert!(get(&again, "/").await.1.contains(&format!("href=\"{table}")), "it is among our tables");
}

/// A page without the ids of the commands that its forms would send, which are new in every answer.
fn without_command_ids(page: &str) -> String {
    let mut parts = page.split("name=\"command\" value=\"");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('"').unwrap().1);
    std::iter::once(first).chain(rest).collect()
}

#[tokio::test]
async fn a_full_device_says_so() {
    let disk = Arc::new(Disk::default());
    let device = open(&disk, "").await;
    disk.full.store(true, Ordering::Relaxed);
    let game = first_game(&get(&device, "/").await.1);
    let response = post(&device, "/play", &format!("game={game}&with=nobody")).await;
    assert_eq!(response.status(), StatusCode::INSUFFICIENT_STORAGE);
    assert!(disk.records.lock().is_empty());
}

#[tokio::test]
async fn pages_are_below_a_path() {
    let device = open(&Arc::default(), "/games/kosti").await;
    let (_, home) = get(&device, "/games/kosti/").await;
    let addresses = home.split(" href=\"").skip(1).filter(|rest| rest.starts_with('/'));
    let outside: Vec<&str> = addresses.filter(|rest| !rest.starts_with("/games/kosti/")).collect();
    assert_eq!(outside, Vec::<&str>::new());
    let table = open_table(&device, "/games/kosti").await;
    assert!(table.starts_with("/games/kosti/t/"), "{table}");
    assert_eq!(get(&device, &table).await.0, StatusCode::OK);
}

#[tokio::test]
async fn nobody_is_invited_to_a_device() {
    let device = open(&Arc::default(), "").await;
    let (_, home) = get(&device, "/").await;
    assert!(!home.contains("name=\"code\""), "{home}");
    let (_, form) = get(&device, &format!("/open/{}?with=friends", first_game(&home))).await;
    assert!(form.contains("name=\"who-1\"") && !form.contains("value=\"link\""), "{form}");
}

#[tokio::test]
async fn a_form_of_another_site_is_refused() {
    let disk = Arc::new(Disk::default());
    let device = open(&disk, "").await;
    let request = Request::post("/play").header("sec-fetch-site", "cross-site").body(Body::empty()).unwrap();
    assert_eq!(device.answer(request).await.status(), StatusCode::FORBIDDEN);
}

/// Sends a text as a file would be sent.
async fn upload(device: &Device, address: &str, text: &str) -> (StatusCode, String) {
    let body = format!(
        "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n{text}\r\n--x--\r\n"
    );
    let request = Request::post(address).header("content-type", "multipart/form-data; boundary=x");
    let response = device.answer(request.body(Body::from(body)).unwrap()).await;
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

/// Throws the dice at a table that was just opened, without a part of the player's own.
async fn throw(device: &Device, table: &str) {
    let (_, page) = get(device, table).await;
    let (_, rest) = page.split_once("name=\"version\" value=\"").unwrap();
    let version = rest.split_once('"').unwrap().0;
    let seat =
        page.split_once("name=\"seat\" value=\"").map_or("0", |(_, rest)| rest.split_once('"').unwrap().0);
    let form = format!("version={version}&seat={seat}&throw=1");
    let answer = post(device, &format!("{table}/act"), &form).await;
    assert!(answer.status().is_redirection() || answer.status().is_success(), "{}", answer.status());
}

#[tokio::test]
async fn all_tables_go_to_another_device_with_their_seats() {
    let (one, other) = (Arc::new(Disk::default()), Arc::new(Disk::default()));
    let device = open(&one, "").await;
    let table = open_table(&device, "").await;
    throw(&device, &table).await;
    let (status, file) = get(&device, "/device/tables.kosti").await;
    assert_eq!(status, StatusCode::OK);
    let there = open(&other, "").await;
    let (status, page) = upload(&there, "/device/import", &file).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    assert!(page.contains(&format!("href=\"{table}\"")), "{page}");
    assert!(get(&there, "/device").await.1.contains(&format!("href=\"{table}\"")));
    assert!(get(&there, "/").await.1.contains(&format!("href=\"{table}")), "the seat came along");
    let records = other.records.lock().len();
    upload(&there, "/device/import", &file).await;
    assert_eq!(other.records.lock().len(), records, "nothing is written twice");
}

#[tokio::test]
async fn a_changed_record_is_not_taken() {
    let (one, other) = (Arc::new(Disk::default()), Arc::new(Disk::default()));
    let device = open(&one, "").await;
    let table = open_table(&device, "").await;
    throw(&device, &table).await;
    let (_, file) = get(&device, "/device/tables.kosti").await;
    let (start, rest) = file.rsplit_once("\"dice\":[").unwrap();
    let (dice, end) = rest.split_once(']').unwrap();
    let face = if dice.starts_with('1') { "2" } else { "1" };
    let forged = format!("{start}\"dice\":[{face}{}]{end}", &dice[1..]);
    upload(&open(&other, "").await, "/device/import", &forged).await;
    assert!(other.records.lock().is_empty());
    let (status, _) = upload(&device, "/verify", &forged).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_dice_of_another_server_are_checked() {
    let (one, other) = (Arc::new(Disk::default()), Arc::new(Disk::default()));
    let server = open(&one, "").await;
    let table = open_table(&server, "").await;
    throw(&server, &table).await;
    let (_, record) = get(&server, &format!("/api/v1/tables/{}/record", &table[3..])).await;
    let device = open(&other, "").await;
    let (status, page) = upload(&device, "/verify", &record).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    assert!(page.contains("id=\"throws\""), "{page}");
    let address = format!("https://dice.example/api/v1/tables/{}/record", &table[3..]);
    *other.served.lock() = Some((address, record));
    let (status, page) = get(&device, &format!("/verify?table=https://dice.example{table}")).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    assert!(page.contains("id=\"throws\""), "{page}");
    let (status, _) = get(&device, "/verify?table=https://dice.example/t/aaaaaaaaaaaa").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(other.records.lock().is_empty(), "a checked record is not kept");
}

#[tokio::test]
async fn the_page_of_the_device_says_how_much_is_stored() {
    let device = open(&Arc::default(), "").await;
    let (status, page) = get(&device, "/device").await;
    assert_eq!(status, StatusCode::OK);
    assert!(!page.contains("data-keep"), "there is nothing to keep: {page}");
    open_table(&device, "").await;
    let (_, page) = get(&device, "/device").await;
    assert!(page.contains("2.5 MB") && page.contains("data-keep"), "{page}");
}
