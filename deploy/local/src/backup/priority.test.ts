import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const script = `
import { readFile } from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { giveWay } from ${JSON.stringify(join(import.meta.dirname, 'priority.ts'))}
await Promise.all(Array.from({ length: 8 }, () => readFile('/proc/self/stat')))
giveWay()
const niceOf = (task) => readFileSync('/proc/self/task/' + task + '/stat', 'utf8').split(') ')[1].split(' ')[16]
console.log(JSON.stringify(readdirSync('/proc/self/task').map(niceOf)))`

// Only Linux has a priority for each thread.
for (const program of process.platform === 'linux' ? [process.execPath] : []) {
  test('every thread of a backup comes after those of sales', () => {
    const { stdout, stderr } = spawnSync(program, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    const nices: string[] = JSON.parse(stdout)
    expect(nices.length).toBeGreaterThan(4)
    expect(new Set(nices)).toEqual(new Set(['19']))
  })
}
