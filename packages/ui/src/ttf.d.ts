declare module '*.ttf' {
  const url: string
  // biome-ignore lint/style/noDefaultExport: the bundler exports a file's address as default
  export default url
}
