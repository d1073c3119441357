// Beside the scripts, as the wasm is: bundlers copy a file whose address is a literal beside `import.meta.url`.

export const mathFontFile = (): URL => new URL('./fonts/ap-math.woff2', import.meta.url);
