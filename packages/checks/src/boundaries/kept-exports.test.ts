import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../root.ts'

/** The release that may still run beside this one. */
const yesterday = readFileSync(join(root, 'e2e/chaos/yesterday/commit'), 'utf8').trim().split('\n').at(-1)

const now = (path: string) => readFileSync(join(root, path), 'utf8')
const then = (path: string) =>
  execFileSync('git', ['show', `${yesterday}:${path}`], { cwd: root, encoding: 'utf8' })

/** Names that an index gives away at run time: what areas of another day were built to find there. */
function exportsOf(read: (path: string) => string, index: string): string[] {
  const code = read(index)
  const folder = index.slice(0, index.lastIndexOf('/'))
  const lists = [...code.matchAll(/^export \{([^}]*)\} from/gm)].flatMap(([, list = '']) => list.split(','))
  const named = lists
    .map((item) => item.trim())
    .filter((item) => item !== '' && !item.startsWith('type '))
    .map((item) => item.split(' as ').at(-1) ?? item)
  const whole = [...code.matchAll(/^export \* from '\.\/(.*)'/gm)].flatMap(([, file]) =>
    [...read(`${folder}/${file}`).matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  )
  return [...named, ...whole].sort()
}

it.each(['packages/sdk/src/index.ts', 'packages/ui/src/index.ts'])(
  'what areas built for yesterday’s release find in %s is still there',
  (index) => {
    const before = exportsOf(then, index)
    const after = exportsOf(now, index)
    expect(before.length).toBeGreaterThan(20)
    expect(before.filter((name) => !after.includes(name))).toEqual([])
  },
)
