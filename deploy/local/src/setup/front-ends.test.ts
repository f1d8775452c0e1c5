import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { buildFrontEnds } from './front-ends.ts'

/** Counts its runs, and like a real build empties its folder first. */
const build = `node -e "const fs=require('fs');const n=fs.existsSync('runs')?+fs.readFileSync('runs'):0;\
fs.writeFileSync('runs',String(n+1));fs.rmSync('dist',{recursive:true,force:true});fs.mkdirSync('dist');\
fs.copyFileSync('src/index.html','dist/index.html')"`

let root: string
const printed: string[] = []
const options = { print: (line: string) => void printed.push(line), signal: new AbortController().signal }

function writePackage(folder: string, script: string): void {
  mkdirSync(join(root, folder, 'src'), { recursive: true })
  const described = JSON.stringify({ name: folder, scripts: { build: script } })
  writeFileSync(join(root, folder, 'package.json'), described)
  writeFileSync(join(root, folder, 'rspack.config.ts'), '')
  writeFileSync(join(root, folder, 'src/index.html'), 'one')
}

const runsOf = (folder: string) => Number(readFileSync(join(root, folder, 'runs'), 'utf8'))

beforeEach(() => {
  printed.length = 0
  root = temporaryFolder()
  writeFileSync(join(root, 'package.json'), JSON.stringify({ workspaces: ['shell', 'mf-*'] }))
  writePackage('shell', build)
  writePackage('mf-sales', build)
})
afterEach(cleanUp)

test('builds what is missing, and again only what changed', async () => {
  const built = await buildFrontEnds(root, options)
  expect(built).toEqual({ shell: join(root, 'shell/dist'), areas: { sales: join(root, 'mf-sales/dist') } })
  await buildFrontEnds(root, options)
  expect([runsOf('shell'), runsOf('mf-sales')]).toEqual([1, 1])
  writeFileSync(join(root, 'mf-sales/src/index.html'), 'two')
  await buildFrontEnds(root, options)
  expect([runsOf('shell'), runsOf('mf-sales')]).toEqual([1, 2])
  expect(printed).toEqual(['Building shell …', 'Building mf-sales …', 'Building mf-sales …'])
})

test('builds once when two suites start at the same moment', async () => {
  await Promise.all([buildFrontEnds(root, options), buildFrontEnds(root, options)])
  expect([runsOf('shell'), runsOf('mf-sales')]).toEqual([1, 1])
})

test('shows what the build said when it fails, and tries again next time', async () => {
  writePackage('shell', 'echo the semicolon is missing && exit 1')
  const reason = /shell cannot be built:[\s\S]*the semicolon is missing/
  await expect(buildFrontEnds(root, options)).rejects.toThrow(reason)
  writePackage('shell', build)
  await buildFrontEnds(root, options)
  expect(runsOf('shell')).toBe(1)
})

test('says in a sentence that it cannot build here', async () => {
  writeFileSync(join(root, '.cache'), '')
  await expect(buildFrontEnds(root, options)).rejects.toThrow(
    `Front ends in ${root} are not built, and this user cannot write there. Run npm run build as the user who installed the suite.`,
  )
})
