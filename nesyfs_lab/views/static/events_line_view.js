// The row of events as a widget; `EventsLine` stands above this script.

function render({ model, el }) {
  const line = new EventsLine(el, (title) => model.send({ open: title }));
  const draw = () => line.draw(model.get("shown"));
  model.on("change:shown", draw);
  draw();
  return () => model.off("change:shown", draw);
}
