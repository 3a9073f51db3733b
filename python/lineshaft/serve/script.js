// A page without this script works by reloading. With it, the page follows the table by itself, keys go through the
// history, and what happens is read out. Everything shown is made by the server: a page is fetched and put in place.

const content = () => document.querySelector("main");

/** What the reader opened or closed, by id: a group of choices stays as it was from turn to turn. */
const folds = new Map();
document.addEventListener("toggle", (event) => folds.set(event.target.id, event.target.open), true);

/** Puts a page that was fetched in place of this one, and leaves the reader where the reader was. */
function show(text, address) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.querySelector("main");
  const old = content();
  if (!next?.dataset.events) {
    location.assign(address);
    return;
  }
  const focused = document.activeElement?.id;
  const held = old.contains(document.activeElement);
  const typed = new Map([...old.querySelectorAll("input[id]:not([readonly])")].map((field) => [field.id, field.value]));
  const scrolled = old.querySelector(".picture")?.scrollLeft ?? 0;
  const known = Math.max(0, ...[...old.querySelectorAll("li[data-ply]")].map((line) => Number(line.dataset.ply)));
  const was = old.querySelector("#turn")?.textContent;
  for (const part of next.querySelectorAll("details")) part.open = folds.get(part.id) ?? part.open;
  for (const field of next.querySelectorAll("input[id]:not([readonly])")) {
    if (!field.value) field.value = typed.get(field.id) ?? "";
  }
  old.replaceWith(document.adoptNode(next));
  document.title = page.title;
  history.replaceState(null, "", address);
  const picture = next.querySelector(".picture");
  if (picture) picture.scrollLeft = scrolled;
  if (held) (document.getElementById(focused) ?? next.querySelector("#turn")).focus({ preventScroll: true });
  tell(next, known, was);
}

/** Reads out what is new. */
function tell(next, known, was) {
  const lines = [...next.querySelectorAll("li[data-ply]")].filter((line) => Number(line.dataset.ply) > known);
  const turn = next.querySelector("#turn").textContent;
  const said = lines.slice(-12).map((line) => line.textContent);
  if (turn !== was) said.push(turn);
  const live = document.getElementById("live");
  live.replaceChildren(
    ...said.map((words) => {
      const line = document.createElement("p");
      line.textContent = words;
      return line;
    }),
  );
}

/** The choices that name a piece of the board, by one of its names. */
function choicesOf(piece) {
  const names = Object.values(piece.dataset).map((name) => ` ${name} `);
  const buttons = [...document.querySelectorAll("#do button[name=action]")];
  return buttons.filter((button) => names.some((name) => ` ${button.firstElementChild.textContent} `.includes(name)));
}

/** Pieces that can be clicked look so. A click leads to their choices; the same choices are buttons for everybody. */
function markPieces() {
  for (const piece of document.querySelectorAll(".picture g")) {
    if (Object.keys(piece.dataset).length && choicesOf(piece).length) piece.classList.add("piece");
  }
}

function pick(piece) {
  const found = choicesOf(piece);
  for (const button of document.querySelectorAll("#do .meant")) button.classList.remove("meant");
  for (const button of found) {
    button.classList.add("meant");
    const group = button.closest("details");
    if (group) group.open = true;
  }
  found[0]?.focus();
}

/** Requests are numbered: an answer that comes after a later one's is old, and is not shown. */
let asked = 0;
let shown = 0;
let sending = false;

async function ask(address, options) {
  const number = ++asked;
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  const text = await answer.text();
  if (number < shown) return;
  shown = number;
  const stays = options?.method === "POST" && !answer.redirected;
  show(text, stays ? location.href : answer.url);
  markPieces();
  listen();
}

/** Where a form goes; `form.action` would be its field of that name. */
const addressOf = (form) => form.getAttribute("action");

/** A form is sent, and what is answered is shown; news that came meanwhile are looked at then. */
async function send(form, button) {
  const fields = new URLSearchParams(new FormData(form, button));
  for (const each of content().querySelectorAll("button")) each.disabled = true;
  sending = true;
  try {
    await ask(addressOf(form), { method: "POST", body: fields });
  } finally {
    sending = false;
  }
  if (content().dataset.news !== latest) follow();
}

let source = null;
let latest = content().dataset.news;

/** Shows how the table stands now. */
function follow() {
  if (!sending && content().dataset.events) ask(location.href).catch(() => {});
}

/** Waits for news of the table of this page. */
function listen() {
  const address = content().dataset.events;
  if (!address) {
    source?.close();
    source = null;
    return;
  }
  if (source && source.readyState !== EventSource.CLOSED && source.table === address) return;
  source?.close();
  source = new EventSource(`${address}?news=${content().dataset.news}`);
  source.table = address;
  source.onmessage = (event) => {
    latest = event.data;
    if (latest !== content().dataset.news) follow();
  };
  source.onerror = () => {
    // Where the server refuses, the browser does not ask again by itself.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 10000);
  };
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !content().dataset.events) return;
  if (addressOf(form).endsWith("/remove")) {
    // The way leads to the lobby: the news that the table is gone is not to be followed on it.
    sending = true;
    return;
  }
  event.preventDefault();
  send(form, event.submitter).catch(() => location.reload());
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-key], a#hint, a#curtain");
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  ask(link.href).catch(() => location.assign(link.href));
});

document.addEventListener("click", (event) => {
  const piece = event.target.closest(".piece");
  if (piece) pick(piece);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, .picture, pre")) return;
  const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (!link) return;
  event.preventDefault();
  ask(link.href).catch(() => location.assign(link.href));
});

// The code of an invitation stands behind the # of its address: it goes into the form, and out of the address.
const code = document.getElementById("code");
if (code && location.hash.length > 1) {
  code.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}

markPieces();
listen();
