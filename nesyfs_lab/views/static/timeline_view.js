// The timeline as a widget; `Timeline` stands above this script.

function render({ model, el }) {
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
  model.on("change:marks", marks);
  model.on("change:value", value);
  marks();
  return () => {
    timeline.close();
    model.off("change:marks", marks);
    model.off("change:value", value);
  };
}
