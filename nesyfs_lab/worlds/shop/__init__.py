"""Shops: WebShop's text environment (``webshop``, with its data) and a small shop of our own (``shop``, no download).

One engine for both. ``products`` and ``goals`` read files in WebShop's format, ``search`` finds products, ``pages``
says what a page shows and where a click leads, ``reward`` judges a purchase, ``facts`` and ``language`` tell the true
state, ``world`` is the Gymnasium environment, and ``webshop`` and ``own`` are its two registered kinds.

The rules are those of WebShop (Yao et al. 2022, arXiv 2207.01206; github.com/princeton-nlp/WebShop), written anew
without its web server and its Java search engine.
"""
