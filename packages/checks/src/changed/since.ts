import { spawnSync } from 'node:child_process'

/** The files that differ from a commit, those not committed yet too; throws git's own words. */
export function changedSince(root: string, ref: string): string[] {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`What changed since ${ref} cannot be said: ${stderr.trim()}`)
    return stdout.split('\0').filter((path) => path !== '')
  }
  const [base = ''] = git('merge-base', ref, 'HEAD').map((line) => line.trim())
  return [
    ...git('diff', '--name-only', '-z', base),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
}
