/** The area whose stand-alone page is built; its build says which file that is. */
declare module '#area' {
  export const area: import('@mms/sdk').AreaDefinition
}
