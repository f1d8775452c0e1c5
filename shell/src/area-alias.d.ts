/** Resolved by the build to the area that is built in or developed beside a suite. */
declare module '#area' {
  export const area: import('@mms/sdk').AreaDefinition
}

interface ImportMeta {
  webpackHot?: { accept(dependency: string, onChange: () => void): void }
}
