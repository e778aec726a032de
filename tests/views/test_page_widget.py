from nesyfs_lab.views import vis_network
from nesyfs_lab.views.graph_view import GraphView
from nesyfs_lab.views.page_widget import widget_script
from nesyfs_lab.views.timeline_view import Timeline
from nesyfs_lab.views.vis_network import library_id


def shared() -> vis_network.VisNetwork:
    assert vis_network._library is not None
    return vis_network._library


def test_a_widget_knows_its_id():
    first, second = Timeline(), Timeline()
    assert first.own_id == first.model_id != second.model_id == second.own_id


def test_scripts_end_in_a_render_that_listens():
    script = widget_script("timeline.js", "timeline_view.js")
    assert script.index("function render(") < script.index("function hearing(")
    assert script.endswith("export default { render: hearing(render) };\n")


def test_graphs_share_one_vis_network():
    first, second = GraphView(), GraphView()
    assert first.library == second.library == library_id()
    assert len(shared().source) > 300_000
    assert all(len(view._esm) < 40_000 for view in (first, second))


def test_a_closed_vis_network_is_made_anew():
    before = library_id()
    shared().close()
    after = library_id()
    assert after != before
    assert GraphView().library == after
