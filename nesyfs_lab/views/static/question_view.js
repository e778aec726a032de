// A question with choices. The answer is the kernel's secret until a choice is checked. Text goes to textContent.

const PATIENCE = 4000; // milliseconds until a person is told that the kernel is silent

function withCode(el, text) {
  text.split("`").forEach((part, i) => el.append(i % 2 ? make("code", "", part) : part));
  return el;
}

function render({ model, el }) {
  const form = el.appendChild(make("form", "nl-panel nl-question"));
  const group = form.appendChild(make("fieldset"));
  group.append(withCode(make("legend", "", ""), model.get("asks")));
  const name = model.get("own_id") + Math.random(); // radio buttons of two views of one question are no group
  const radios = model.get("choices").map((choice, i) => {
    const label = group.appendChild(make("label"));
    const radio = label.appendChild(make("input"));
    [radio.type, radio.name, radio.value, radio.checked] = ["radio", name, i, i === model.get("checked")];
    label.append(withCode(make("span", "", ""), choice));
    return radio;
  });
  const bar = form.appendChild(make("div", "nl-question-bar"));
  bar.append(make("button", "nl-small-button", "Check"));
  const status = bar.appendChild(make("div", "nl-verdict"));
  status.setAttribute("role", "status");

  let timer;
  const say = (text, classes = "nl-dim") => {
    clearTimeout(timer);
    status.className = `nl-verdict ${classes}`;
    status.replaceChildren(withCode(make("span", "", ""), text));
  };
  const judge = () => {
    const { choice, right, sign, word, says } = model.get("verdict");
    if (choice === undefined) return;
    say(says, right ? "nl-right" : "nl-wrong");
    status.prepend(make("b", right ? "nl-yes" : "nl-no", `${sign} ${word} `));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const choice = radios.findIndex((radio) => radio.checked);
    if (choice < 0) return say("Choose an answer first.");
    if (choice === model.get("verdict").choice) return judge();
    timer = setTimeout(() => say("The kernel is busy, or the cell must be run again."), PATIENCE);
    model.set("checked", choice);
    model.save_changes();
  });
  group.addEventListener("change", () => say(""));
  // Arrow keys, space and enter are for the form; what is pressed with them, such as Shift-Enter, is JupyterLab's.
  onKeys(form, (event) => {
    if (event.key !== "Escape") event.stopPropagation();
  });
  model.on("change:verdict", judge);
  judge();
  return () => {
    clearTimeout(timer);
    model.off("change:verdict", judge);
  };
}
