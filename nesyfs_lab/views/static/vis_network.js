// vis-network for the graphs of a page: the kernel sends it once, the page reads it once.

const VIS = Symbol.for("nesyfs_lab vis-network 9.1.2");

async function visNetwork(model) {
  globalThis[VIS] ??= read(model);
  try {
    return await globalThis[VIS];
  } catch (error) {
    delete globalThis[VIS]; // another try is another matter
    throw error;
  }
}

/** Begin to read it while the kernel still makes the rest; what fails is told by who draws. */
function readVisNetwork({ model }) {
  visNetwork(model).catch(() => {});
}

async function read(model) {
  const library = await model.widget_manager.get_model(model.get("library"));
  const url = URL.createObjectURL(new Blob([library.get("source")], { type: "text/javascript" }));
  try {
    return (await import(url)).default;
  } finally {
    URL.revokeObjectURL(url);
  }
}
