// One episode in one file: a timeline, the events of the shown step, and panels. `make` of elements.js, `graphView`, `tripletsView`,
// `Timeline` and `EventsLine` stand above this script. HTML comes from the workbench's own panels, where every text is escaped.

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** What a widget asks of its kernel, answered from the file. */
class Model {
  constructor(values, changed = () => {}) {
    this.values = values;
    this.changed = changed;
    this.handlers = {};
  }
  get(name) {
    return this.values[name];
  }
  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    (this.handlers[`change:${name}`] || []).forEach((handler) => handler());
  }
  save_changes() {
    this.changed();
  }
  on(event, handler) {
    (this.handlers[event] ||= []).push(handler);
  }
  off() {}
}

function themeFollows(query) {
  const apply = () => (document.body.dataset.jpThemeLight = String(!query.matches));
  query.addEventListener("change", apply);
  apply();
}

const root = document.getElementById("episode");
themeFollows(window.matchMedia("(prefers-color-scheme: dark)"));
const record = await unpacked(document.getElementById("record").textContent);
const columns = Object.entries(record.steps);
const steps = (record.steps.step || []).map((_, i) => Object.fromEntries(columns.map(([name, column]) => [name, column[i]])));

const timeline = new Timeline(root, (index) => show(index));
timeline.draw(steps.map((step) => step.mark));
const events = new EventsLine(root, (title) => open(title));
root.append(make("p", "nl-dim", "Arrow keys: step by step. Home, End: first, last. Space: play, stop."));
const line = root.appendChild(make("div"));

const graph = new Model(
  { marks: record.marks, height: "412px", comparable: record.comparable, compare: false, show_all: false, selected: -1, scene: {}, past: [] },
  () => draw(),
);
const triplets = new Model({ step: -1, rows: [] });

/** A row of the table as the kernel would send it: its truth only where a person compares. */
function rowAt(place) {
  const row = record.rows[place];
  const told = graph.get("compare") ? {} : { verdict: "", truth: "" };
  return { ...row, ...told, seen: record.seen[row.seen] };
}

const PANELS = {
  Belief: (step) => {
    const drawn = graph.get("compare") && step.truth ? step.truth : step.scene;
    graph.set("past", steps.slice(0, shown + 1).map((each) => each.scene));
    graph.set("scene", { ...drawn, hidden: 0 }); // the caption says what is hidden; the file does not hold it
  },
  Triplets: (step) => {
    triplets.values.step = step.step; // drawn with the rows
    triplets.set("rows", step.rows.map(rowAt).filter((row) => row.verdict || row.status !== "missing"));
  },
  Decision: (step, panel) => (panel.innerHTML = step.decision),
  Plan: (step, panel) => (panel.innerHTML = step.plan),
  Ledger: (step, panel) => (panel.innerHTML = step.ledger),
};
const bar = root.appendChild(make("div", "nl-tabs"));
bar.setAttribute("role", "tablist");
const panels = {};
const tabs = {};
for (const title of Object.keys(PANELS)) {
  panels[title] = root.appendChild(make("section", "nl-tab-panel"));
  panels[title].setAttribute("role", "tabpanel");
  panels[title].setAttribute("aria-label", title);
  tabs[title] = bar.appendChild(make("button", "nl-tab", title));
  tabs[title].type = "button";
  tabs[title].setAttribute("role", "tab");
  tabs[title].addEventListener("click", () => open(title));
}

let shown = -1;
let opened = "Belief";

/** Only the open panel is drawn. */
function draw() {
  if (steps[shown]) PANELS[opened](steps[shown], panels[opened]);
}

function show(index) {
  shown = index;
  const step = steps[index];
  timeline.point(index);
  events.draw(step);
  line.innerHTML = step.line;
  draw();
}

function open(title) {
  if (!(title in PANELS)) return; // prompts are not in the file
  opened = title;
  for (const name of Object.keys(PANELS)) {
    tabs[name].setAttribute("aria-selected", String(name === title));
    panels[name].hidden = name !== title;
  }
  draw();
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, summary") || (event.key === " " && event.target.matches("button"))) return; // theirs
  timeline.pressed(event);
});

await graphView({ model: graph, el: panels.Belief });
tripletsView({ model: triplets, el: panels.Triplets });
open("Belief");
if (steps.length) show(0);
else line.textContent = "No step was played.";
