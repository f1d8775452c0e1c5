import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allAreas, distOf } from '../suite/suite.ts'
import { expect, test } from '../suite/test.ts'

const shell = resolve(import.meta.dirname, '../../shell/dist')

/** Scripts of the current build, without older ones kept for open tabs. */
function scriptsIn(folder: string): string[] {
  const replaced = JSON.parse(readFileSync(join(folder, '.replaced.json'), 'utf8')) as Record<string, number>
  return globSync('**/*.js', { cwd: folder }).filter((file) => !(file in replaced))
}

const served = [
  ...scriptsIn(shell).map((file) => `/${file}`),
  ...Object.keys(allAreas()).flatMap((area) =>
    scriptsIn(distOf(area)).map((file) => `/areas/${area}/${file}`),
  ),
  ...['swagger-ui-bundle.js', 'start-page.js'].map((file) => `/api/docs/${file}`),
]

for (const coding of ['br', 'gzip']) {
  test(`every script that the gateway serves comes compressed to a browser that takes ${coding}`, async ({
    suite,
  }) => {
    expect(served.length).toBeGreaterThan(20)
    const plain: string[] = []
    for (const path of served) {
      const answer = await fetch(`${suite.url}${path}`, { headers: { 'accept-encoding': `gzip, ${coding}` } })
      await answer.arrayBuffer()
      expect(answer.status, path).toBe(200)
      if (!answer.headers.get('content-encoding')) plain.push(path)
    }
    expect(plain).toEqual([])
  })
}
