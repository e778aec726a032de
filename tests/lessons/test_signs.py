from nesyfs_lab.lessons import signs
from nesyfs_lab.views.palette import SOURCES, TRIPLETS, TRUTH


def test_every_sign_of_the_palette_is_there():
    page = signs()
    for mark in (*SOURCES.values(), *TRIPLETS.values(), *TRUTH.values()):
        assert mark.word in page._repr_html_()
        assert mark.sign in page._repr_html_()
        assert mark.word in repr(page)
