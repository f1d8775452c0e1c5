export const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`

/** A Markdown table under a title. */
export const table = (title: string, heads: readonly string[], rows: readonly string[]): string =>
  [`## ${title}`, '', line(heads), line(heads.map(() => '---')), ...rows].join('\n')
