// The calls of one step, as sent and answered. A call's text is asked of the kernel when its row is opened.
// All text goes to textContent, never to innerHTML.

const count = (number) => number.toLocaleString("en");

function summaryOf(call, number) {
  const summary = make("summary");
  summary.append(make("span", "nl-dim", `${number}.`), make("b", "nl-purpose", call.purpose), make("span", "", call.doing));
  const cached = call.cached ? ` (${count(call.cached)} cached)` : "";
  const cost = `${count(call.sent)}${cached} → ${count(call.written)} tokens, ${call.seconds.toFixed(1)} s`;
  summary.append(make("span", "nl-cost", cost));
  const first = make("div", "nl-first", call.first);
  first.dir = "auto";
  summary.append(first);
  if (call.answers > 1) first.prepend(make("b", "", `${call.answers} answers: `));
  return summary;
}

function textBlock(title, part, askWhole) {
  const block = make("div", "nl-text-block");
  block.append(make("div", "nl-dim", title));
  const text = make("pre", "", part.text);
  text.dir = "auto";
  block.append(text);
  if (part.missing) {
    const more = make("button", "nl-small-button", `show whole (${count(part.missing)} more characters)`);
    more.type = "button";
    more.addEventListener("click", askWhole);
    block.append(more);
  }
  return block;
}

/** The instructions and the question; the worked examples between them are folded away, since they are long and always the same. */
function turnsOf(blocks) {
  const examples = blocks.slice(1, -1);
  if (examples.length < 2) return blocks;
  const folded = make("details", "nl-examples");
  const number = Math.floor(examples.length / 2);
  folded.append(make("summary", "nl-dim", `sent, ${number} worked example${number === 1 ? "" : "s"}`), ...examples);
  return [blocks[0], folded, blocks[blocks.length - 1]];
}

function render({ model, el }) {
  const root = el.appendChild(make("div", "nl-prompts"));
  const head = root.appendChild(make("p", "nl-dim"));
  const bodies = [];
  let shown = -1;

  const addRow = (call, step) => {
    const index = bodies.length;
    const row = root.appendChild(make("details", "nl-call"));
    const body = make("div", "nl-call-body", "…");
    row.append(summaryOf(call, index + 1), body);
    row.addEventListener("toggle", () => {
      if (row.open && !row.dataset.asked) {
        row.dataset.asked = "yes";
        model.send({ step, open: index, whole: false });
      }
    });
    bodies.push(body);
  };

  const list = () => {
    const calls = model.get("calls");
    const step = model.get("step");
    // A step in progress only gains calls: rows that a person has opened stay open.
    if (step !== shown || calls.length < bodies.length) {
      bodies.length = 0;
      root.replaceChildren(head);
      shown = step;
    }
    calls.slice(bodies.length).forEach((call) => addRow(call, step));
    const total = calls.reduce((sum, call) => sum + call.sent + call.written, 0);
    const words = `${calls.length} call${calls.length === 1 ? "" : "s"} in step ${step}, ${count(total)} tokens. `;
    head.textContent = calls.length ? `${words}Click one to see it as sent and answered.` : "The model was not called in this step.";
  };

  const opened = (message) => {
    if (message.step !== model.get("step") || !bodies[message.opened]) return;
    const askWhole = () => model.send({ step: message.step, open: message.opened, whole: true });
    const parts = turnsOf(message.messages.map((part) => textBlock(`sent, ${part.role}`, part, askWhole)));
    const many = message.answers.length > 1;
    message.answers.forEach((part, i) => parts.push(textBlock(`answer ${many ? i + 1 : ""} (${part.note})`, part, askWhole)));
    bodies[message.opened].replaceChildren(make("div", "nl-dim", message.settings), ...parts);
  };

  // `step` and `calls` come in one message, but each has its event: drawing waits until both have arrived.
  let waiting = false;
  const changed = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      list();
    });
  };
  model.on("change:calls", changed);
  model.on("change:step", changed);
  model.on("msg:custom", opened);
  list();
  return () => {
    model.off("change:calls", changed);
    model.off("change:step", changed);
    model.off("msg:custom", opened);
  };
}
