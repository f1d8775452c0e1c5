import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../workspaces.ts'

test('no server starts programs, but the command that publishes areas in a cluster', () => {
  const sources = globSync(['{services/*,gateway,packages/service-kit}/src/**/*.ts'], {
    cwd: root,
    exclude: (path) => /node_modules|\.test\.ts$|test-support|(^|\/)test\//.test(path),
  })
  const starting = [...new Set(sources)].filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('child_process'),
  )
  expect(starting.sort()).toEqual(
    ['config-map.ts', 'publish.ts'].map((file) => `gateway/src/area-command/${file}`),
  )
})
