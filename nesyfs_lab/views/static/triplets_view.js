// The belief as a table that can be filtered and sorted. All text goes to textContent, never to innerHTML.

const COLUMNS = [
  { title: "subject", key: (row) => row.parts[0] },
  { title: "relation", key: (row) => row.parts[1] },
  { title: "object", key: (row) => row.parts[2] },
  { title: "in this step", key: (row) => row.status },
  { title: "truth", key: (row) => row.verdict },
  { title: "since step", key: (row) => row.order },
  { title: "shown to the model in steps", key: (row) => row.shown },
];
const MOST = 400; // rows that are drawn; a filter finds the others
const compare = new Intl.Collator("en", { numeric: true }).compare;

function rowOf(row, withTruth) {
  const tr = make("tr");
  for (const part of row.parts) {
    const cell = tr.appendChild(make("td"));
    cell.append(make("bdi", "", part));
  }
  const coloured = (name, words) => tr.appendChild(make("td")).append(make("span", `nl-${name}`, words));
  coloured(row.status, row.word);
  if (withTruth) coloured(row.verdict, row.truth);
  const since = tr.appendChild(make("td")).appendChild(make("span", row.seen ? "nl-hint" : "", row.since));
  if (row.seen) since.title = `Step ${row.since}: ${row.seen}`;
  tr.append(make("td", "", row.shown));
  return tr;
}

function render({ model, el }) {
  const root = el.appendChild(make("div", "nl-panel nl-triplets-view"));
  const bar = root.appendChild(make("div", "nl-graph-bar"));
  const field = bar.appendChild(make("input", "nl-filter"));
  field.type = "search";
  field.placeholder = "Filter by entity or relation";
  field.setAttribute("aria-label", "Show only triplets that hold these words");
  const label = make("label", "nl-switch");
  const changed = label.appendChild(make("input"));
  changed.type = "checkbox";
  label.append(" only what changed");
  bar.append(label);
  const caption = root.appendChild(make("div", "nl-table-caption"));
  caption.setAttribute("role", "status");
  const table = root.appendChild(make("table", "nl-table"));
  const head = table.appendChild(make("thead")).appendChild(make("tr"));
  const body = table.appendChild(make("tbody"));
  let sorted = null; // {key, down}; null is the order of the belief

  const fits = (row, words) => {
    if (changed.checked && row.status === "kept") return false;
    const text = row.parts.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };

  const draw = () => {
    const all = model.get("rows");
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const withTruth = all.some((row) => row.verdict);
    let rows = all.filter((row) => fits(row, words));
    if (sorted) {
      const { key, down } = sorted;
      rows = [...rows].sort((a, b) => (down ? -1 : 1) * compare(String(key(a)), String(key(b))));
    }
    head.replaceChildren();
    for (const column of COLUMNS) {
      if (column.title === "truth" && !withTruth) continue;
      const cell = head.appendChild(make("th"));
      const by = cell.appendChild(make("button", "nl-plain-button", column.title));
      by.type = "button";
      const active = sorted && sorted.key === column.key;
      if (active) by.append(sorted.down ? " ▼" : " ▲");
      cell.setAttribute("aria-sort", active ? (sorted.down ? "descending" : "ascending") : "none");
      by.addEventListener("click", () => {
        sorted = active ? (sorted.down ? null : { key: column.key, down: true }) : { key: column.key, down: false };
        draw();
      });
    }
    body.replaceChildren(...rows.slice(0, MOST).map((row) => rowOf(row, withTruth)));
    const step = model.get("step");
    const total = `${all.length} row${all.length === 1 ? "" : "s"}`;
    const counted = rows.length === all.length ? total : `${rows.length} of ${total}`;
    const more = rows.length > MOST ? `; the first ${MOST} are drawn, the filter finds the others` : "";
    caption.textContent = step < 0 ? "Nothing is believed yet." : `Step ${step}: ${counted}${more}. Hover over a step number for what was seen then.`;
  };

  field.addEventListener("input", draw);
  onKeys(bar, (event) => event.stopPropagation()); // what is typed here is not for the shortcuts of the page
  changed.addEventListener("change", draw);
  model.on("change:rows", draw);
  model.on("change:step", draw);
  draw();
  return () => {
    model.off("change:rows", draw);
    model.off("change:step", draw);
  };
}
