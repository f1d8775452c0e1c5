import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from '../boundaries/imports.ts'
import { findWorkspaces } from '../workspaces.ts'

/** Words that say nothing to whoever reads or searches, and what says it. */
const words: { found: RegExp; sentence: string }[] = [
  {
    found: /\b(?:const|let)\s+\[?(?:of|it|ways|doomed)\b|[(,]\s*(?:of|it)(?:: [\w[\]]+)?\)? =>/,
    sentence: 'has a variable called of, it, ways or doomed: name what it is',
  },
  {
    found: /^\s*(?:\/\*\*|\*|\/\/).*\b[Aa]nswers (?:the function|how many|whether|a sentence)\b/m,
    sentence: 'has a function that answers: functions return, HTTP answers',
  },
]

/** Plain trade English, as far as a tool can tell: a sentence for each file that has none. */
export function checkWords(root: string): string[] {
  const files = findWorkspaces(root).flatMap(({ folder }) => sourceFiles(root, folder))
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return words.filter(({ found }) => found.test(source)).map(({ sentence }) => `${file} ${sentence}`)
  })
}
