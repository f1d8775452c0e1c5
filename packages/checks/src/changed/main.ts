// npm run -s changed -- COMMIT: the images to release since a commit, as JSON; all of them where there is no such commit.
import { spawnSync } from 'node:child_process'
import { root } from '../root.ts'
import { findWorkspaces } from '../workspaces.ts'
import { imagesOf } from './images.ts'
import { changedSince } from './since.ts'

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

const [, , ref = ''] = process.argv
const isThere = git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`).status === 0
const changed = isThere ? changedSince(root, ref) : undefined
const commit = git('rev-parse', 'HEAD').stdout.trim()
console.log(JSON.stringify(imagesOf(root, changed, findWorkspaces(root), commit)))
