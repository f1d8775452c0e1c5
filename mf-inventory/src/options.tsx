import { Fragment, type ReactNode } from 'react'

/** The fields of a group, in the order of their names. */
export const fieldsIn = (inputs: Record<string, ReactNode>) =>
  Object.entries(inputs).map(([name, input]) => <Fragment key={name}>{input}</Fragment>)

/** Options of a select list: texts, or texts by value. */
export const optionsOf = (options: readonly string[] | Record<string, string>) =>
  Object.entries(options).map(([key, text]) => (
    <option key={text} value={Array.isArray(options) ? text : key}>
      {text}
    </option>
  ))
