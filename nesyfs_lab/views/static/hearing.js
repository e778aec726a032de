// anywidget grants a page two seconds to read a widget's script. Where it takes longer, as when a busy notebook opens, the
// widget is drawn, but all that Python tells it from then on is thrown away. `hearing` makes such a widget listen again.

function hearing(render) {
  return async ({ model, el }) => {
    const clean = await render({ model, el });
    await listen(model);
    return clean;
  };
}

async function listen(proxy) {
  const model = await proxy.widget_manager.get_model(proxy.get("own_id"));
  try {
    await model._handle_comm_msg({ content: { data: { method: "none" } } });
  } catch {
    const base = Object.getPrototypeOf(Object.getPrototypeOf(model)); // above anywidget's class, which refuses
    model.comm.on_msg((message) => base._handle_comm_msg.call(model, message));
    model.comm.send({ method: "request_state" }, {}); // what was thrown away until now
  }
}
