import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkLicences } from './check-licences.ts'

const mit = `MIT License

Copyright (c) 2026 Somebody

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`

/** The shape of apexcharts 5's LICENSE file; its package.json goes on saying MIT. */
const revenueLimited = `## License Options for ApexCharts

ApexCharts is offered under a **dual-license model**.

### Community License (Free)

For individuals, non-profits, educators, and small businesses with **less than $2 million USD in annual revenue**.

### Commercial License (Paid)

Required if **you or your affiliated organization earns $2 million USD or more per year**.
`

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'licences-'))
})

afterEach(() => rmSync(root, { recursive: true }))

interface Planted {
  files: Record<string, string>
  lock?: object
}

function plant(packages: Record<string, Planted>): void {
  const locked = Object.entries(packages).map(([path, { files, lock }]) => {
    mkdirSync(join(root, path), { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, path, file), text)
    return [path, { version: '1.0.0', license: 'MIT', ...lock }]
  })
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { '': {}, ...Object.fromEntries(locked) } }),
  )
}

it('accepts a known text whatever its copyright holder and line breaks', () => {
  plant({
    'node_modules/one': { files: { LICENSE: mit } },
    'node_modules/one/node_modules/two': {
      files: { 'licence.md': mit.replace('Somebody', 'Other').replaceAll('\n', '\r\n') },
    },
  })
  expect(checkLicences(root)).toEqual([])
})

it('refuses a revenue-limited text although package.json says MIT', () => {
  plant({
    'node_modules/apexcharts': { files: { LICENSE: revenueLimited }, lock: { version: '5.0.0' } },
  })
  expect(checkLicences(root)).toEqual([expect.stringContaining('apexcharts@5.0.0: LICENSE is not a licence')])
})

it('refuses a known text with a clause added to it, in the text or in the copyright line', () => {
  const clause = 'The free grant ends above $2 million of annual revenue.'
  plant({
    'node_modules/tail': { files: { LICENSE: `${mit}\n${clause}\n` } },
    'node_modules/top': { files: { LICENSE: mit.replace('Somebody', `Somebody. ${clause}`) } },
  })
  expect(checkLicences(root)).toHaveLength(2)
})

it('refuses a second licence file beside a known one', () => {
  plant({ 'node_modules/two-faced': { files: { LICENSE: mit, 'LICENSE-COMMERCIAL': 'Pay first.' } } })
  expect(checkLicences(root)).toEqual([expect.stringContaining('LICENSE-COMMERCIAL')])
})

it('refuses a package without a text, unless that exact version is an exception', () => {
  plant({
    'node_modules/koa-compose': { files: {}, lock: { version: '4.2.0' } },
    'node_modules/sirv': { files: {}, lock: { version: '3.0.3' } },
  })
  expect(checkLicences(root)).toEqual(['sirv@3.0.3 ships no licence text (package.json says "MIT")'])
})

it('reads transitive packages and leaves out what is only for development', () => {
  plant({
    'node_modules/tool': { files: { LICENSE: 'mine' }, lock: { dev: true } },
    'node_modules/deep/node_modules/@scope/odd': { files: { LICENSE: 'mine' } },
  })
  expect(checkLicences(root)).toEqual([expect.stringContaining('@scope/odd@1.0.0')])
})
