/** The area that is built into a page or developed beside a suite; its build says which file that is. */
declare module '#area' {
  export const area: import('@mms/sdk').AreaDefinition
}

/** Where a development server brings what was edited. */
interface ImportMeta {
  webpackHot?: { accept(dependency: string, onChange: () => void): void }
}
