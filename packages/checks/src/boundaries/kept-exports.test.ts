import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../root.ts'

/** The previous release, whose areas may still run on this shell's page. */
const commit = readFileSync(join(root, 'e2e/chaos/yesterday/commit'), 'utf8').trim().split('\n').at(-1) ?? ''
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'latin1', maxBuffer: 2 ** 28 })

const namesIn = (lists: string[]) =>
  lists
    .flatMap((list) => list.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '' && !item.startsWith('type '))

/** Names that an index has at run time. */
function exportsOf(index: string): Set<string> {
  const code = readFileSync(join(root, index), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const lists = [...code.matchAll(/^export \{([^}]*)\} from/gm)].map(([, list = '']) => list)
  return new Set(namesIn(lists).map((item) => item.split(' as ').at(-1) ?? item))
}

/** Names that the areas of the previous release import from a package at run time. */
function importedBefore(name: string): string[] {
  const areas = git('ls-tree', '--name-only', commit)
    .split('\n')
    .filter((folder) => folder.startsWith('mf-'))
  // The text of files stands in a tar as it is.
  const sources = git('archive', '--format=tar', commit, '--', ...areas)
  const lists = [...sources.matchAll(/^import \{([^}]*)\} from '([^']+)'$/gm)]
    .filter(([, , from]) => from === name)
    .map(([, list = '']) => list)
  return [...new Set(namesIn(lists).map((item) => item.split(' as ')[0] ?? item))].sort()
}

it.each([
  ['@mms/sdk', 'packages/sdk/src/index.ts'],
  ['@mms/ui', 'packages/ui/src/index.ts'],
])('what areas of the previous release import from %s is still there', (name, index) => {
  const wanted = importedBefore(name)
  const present = exportsOf(index)
  expect(wanted.length).toBeGreaterThan(20)
  expect(wanted.filter((each) => !present.has(each))).toEqual([])
})
