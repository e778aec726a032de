// The timeline as a widget; `Timeline` stands above this script.

const SILENT = 1500; // milliseconds after which a kernel that has not answered is said to be busy or gone

/** Says below the timeline when the kernel does not follow it; the other panels then show another step than Belief. */
async function silence(model, parent) {
  const note = parent.appendChild(document.createElement("div"));
  note.className = "nl-gone";
  note.setAttribute("role", "status");
  const whole = await model.widget_manager.get_model(model.get("own_id")); // it knows whether its kernel is there
  let late = null;
  const say = (how) => {
    const mark = model.get("marks")[model.get("heard")];
    note.textContent = `The kernel ${how}: only Belief and the timeline still follow, all else shows step ${mark ? mark.step : 0}. After a restart run the cell again.`;
  };
  const listen = () => {
    clearTimeout(late);
    if (!whole.comm_live) say("is gone");
    else if (model.get("heard") === model.get("value")) note.textContent = "";
    else late = setTimeout(() => say("is busy or gone"), SILENT);
  };
  model.on("change:value", listen);
  model.on("change:heard", listen);
  whole.on("comm_live_update", listen);
  listen();
  return () => {
    clearTimeout(late);
    model.off("change:value", listen);
    model.off("change:heard", listen);
    whole.off("comm_live_update", listen);
  };
}

async function render({ model, el }) {
  const timeline = new Timeline(el, (index) => {
    timeline.point(index); // at once; the kernel's answer brings the step itself
    model.set("value", index);
    model.save_changes();
  });
  const marks = () => {
    timeline.draw(model.get("marks"));
    timeline.point(model.get("value"));
  };
  const value = () => timeline.point(model.get("value"));
  const hush = await silence(model, el);
  model.on("change:marks", marks);
  model.on("change:value", value);
  marks();
  return () => {
    timeline.close();
    hush();
    model.off("change:marks", marks);
    model.off("change:value", value);
  };
}
