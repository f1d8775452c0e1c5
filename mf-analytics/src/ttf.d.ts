declare module '*.ttf' {
  const url: string
  // biome-ignore lint/style/noDefaultExport: what the build makes of a file is its default export
  export default url
}
