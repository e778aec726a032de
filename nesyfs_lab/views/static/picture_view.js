// A picture that the kernel draws. A new one takes the old one's place only when it is decoded, so nothing flickers.

function render({ model, el }) {
  const image = el.appendChild(make("img", "nl-picture"));
  image.hidden = true;
  let shown = "";
  let newest = 0;
  const draw = async () => {
    const bytes = model.get("png");
    if (!bytes || !bytes.byteLength) return;
    const number = ++newest;
    const url = URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
    const ready = new Image();
    ready.src = url;
    await ready.decode();
    const old = number === newest ? shown : url;
    if (number === newest) {
      image.src = shown = url;
      image.alt = model.get("words");
      image.hidden = false;
    }
    URL.revokeObjectURL(old);
  };
  const themed = () => {
    const dark = document.body.dataset.jpThemeLight === "false";
    if (model.get("dark") === dark) return;
    model.set("dark", dark);
    model.save_changes();
  };
  model.on("change:png", draw);
  const watch = new MutationObserver(themed);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  themed();
  draw();
  return () => {
    watch.disconnect();
    model.off("change:png", draw);
    URL.revokeObjectURL(shown);
  };
}
