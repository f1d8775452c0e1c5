import { execFileSync } from 'node:child_process'

/** Typical errors: relative clauses instead of nouns, and sentences without a subject. */
const patterns: [pattern: RegExp, advice: string][] = [
  [
    /\b(what|those that|that which) (is|are|was|were|has|have|had|can|cannot|does|did)\b(?! the | a )/i,
    'name the noun instead of a clause',
  ],
  [/\b(those|that|one|ones) of (which|whom|whose)\b|\bthat of\b/i, 'name the noun instead of "that of"'],
  [
    /^(none|neither|nor|more than|in so many|such|whether|why|whose|where|of what|in the place|as long as)\b/i,
    'begin with a subject',
  ],
  [
    /\b(in so many|no more$|no more[.,;]|anew|good no|is none of|comes to|goes over to|in the place of)\b/i,
    'use a common phrase',
  ],
  [/\b(asked|given|taken|told|handed) (for|of|to) (no|it|them|that)\b/i, 'use the active voice'],
  [/\b(adopts?|settles?|asking|taking|the till)\b/i, "use the domain's word"],
]
const MAX_WORDS = 20

export interface Sentence {
  file: string
  line: number
  text: string
}

function warningsOf({ file, line, text }: Sentence): string[] {
  const prose = text.replaceAll(/`[^`]*`/g, 'code')
  const found = patterns.filter(([pattern]) => pattern.test(prose)).map(([, advice]) => advice)
  const words = prose.split(/\s+/).filter((word) => /\w/.test(word)).length
  if (words > MAX_WORDS) found.push(`at most ${MAX_WORDS} words in a sentence, not ${words}`)
  return found.map((advice) => `${file}:${line}: ${advice}: "${text}"`)
}

/** Returns the text of a comment line, or of a Markdown line that is no table or heading. */
function proseOf(file: string, line: string): string | undefined {
  if (file.endsWith('.md'))
    return /^\s*[|#<`]/.test(line) ? undefined : line.replace(/^\s*([-*>]|\d+\.)\s/, '')
  return /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\s*\*\/)?$/.exec(line)?.[1]
}

/** Returns the sentences in added lines of a diff. Adjacent lines of a comment form one paragraph. */
export function sentencesIn(diff: string): Sentence[] {
  const paragraphs: Sentence[] = []
  let file = ''
  let line = 0
  let open: Sentence | undefined
  for (const row of diff.split('\n')) {
    const text =
      row.startsWith('+') && !row.startsWith('+++') ? proseOf(file, row.slice(1))?.trim() : undefined
    if (row.startsWith('+++ b/')) file = row.slice('+++ b/'.length)
    else if (row.startsWith('@@')) line = Number(/\+(\d+)/.exec(row)?.[1]) - 1
    if (row.startsWith('+')) line += 1
    if (text && open) open.text += ` ${text}`
    else {
      open = text ? { file, line, text } : undefined
      if (open) paragraphs.push(open)
    }
  }
  return paragraphs.flatMap(({ text, ...place }) =>
    text.split(/(?<=[.!?:])\s+(?=[A-Z`*[])/).map((sentence) => ({ ...place, text: sentence })),
  )
}

/** Returns warnings about comments and Markdown in lines that changed since `ref`, even if not committed. */
export function checkProse(root: string, ref: string): string[] {
  const files = ['*.ts', '*.tsx', '*.js', '*.md']
  const args = ['diff', '--unified=0', '--no-color', '--no-ext-diff', '--diff-filter=d', ref, '--', ...files]
  const diff = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe' })
  return sentencesIn(diff).flatMap(warningsOf)
}
