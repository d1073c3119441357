// Embind registers a type for wide strings, with conversions from and to UTF-16 and UTF-32. No binding has one.

mergeInto(LibraryManager.library, {
  _embind_register_std_wstring: function () {},
  _embind_register_std_wstring__deps: [],
});
