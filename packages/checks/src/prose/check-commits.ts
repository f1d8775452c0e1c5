import { spawnSync } from 'node:child_process'

const MAX_CHARACTERS = 72
const FORM = /^(build|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([a-z0-9-]+\))?!?: [a-z]/
/** Matches subjects whose first word is not imperative: *added*, *adding*, *adds*, *the*, *a sale*. */
const NOT_IMPERATIVE =
  /: (?:an?|the|no|(?!embed )[a-z]{3,}(?:(?<!e)ed|ing)|(?:add|fix|remove|change|move|use)s) /

function git(root: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Commit after which changes are new. On the main branch: the last commit's parent. Undefined without history. */
export function findBaseCommit(root: string): string | undefined {
  if (git(root, 'rev-parse', '--is-shallow-repository') !== 'false') return undefined
  const head = git(root, 'rev-parse', 'HEAD')
  const mains = [process.env.GITHUB_BASE_REF, 'main'].filter(Boolean).map((name) => `origin/${name}`)
  const bases = [...mains, 'main'].map((name) => git(root, 'merge-base', name, 'HEAD'))
  return bases.find((base) => base !== undefined && base !== head) ?? git(root, 'rev-parse', 'HEAD~1')
}

/** Returns subjects of new commits that are too long, not imperative or not `type(scope): …`. */
export function checkCommits(root: string, since: string | undefined): string[] {
  const subjects = since && git(root, 'log', '--no-merges', '--format=%s', `${since}..HEAD`)
  return (subjects || '')
    .split('\n')
    .filter(Boolean)
    .filter(
      (subject) => subject.length > MAX_CHARACTERS || !FORM.test(subject) || NOT_IMPERATIVE.test(subject),
    )
    .map((subject) => `Write "type(scope): do this", at most ${MAX_CHARACTERS} characters, not "${subject}"`)
}
