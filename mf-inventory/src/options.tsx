/** Options of a select list: texts, or texts by value. */
export const optionsOf = (options: readonly string[] | Record<string, string>) =>
  Object.entries(options).map(([key, text]) => (
    <option key={text} value={Array.isArray(options) ? text : key}>
      {text}
    </option>
  ))
