import { packageFolder, readPackage, suiteRoot } from './workspace.ts'

/**
 * What shell and areas share, and nothing else: each once in a page, supplied by the shell. `@mms/ui` is the one
 * door to Chakra and emotion, `@mms/sdk` to router, queries, session; sharing those libraries themselves would
 * ship all of each (measured: 407 KB instead of 226 KB for the first paint).
 */
export const suppliedByShell = ['react', 'react-dom', '@mms/sdk', '@mms/ui'] as const

/** Without `ownCopies` nothing is built in: the page must have them. */
export function sharedModules({ ownCopies }: { ownCopies: boolean }) {
  return Object.fromEntries(
    suppliedByShell.map((name) => {
      const version = versionOf(name)
      const shared = { singleton: true, strictVersion: true, requiredVersion: majorRange(version), version }
      return [name, ownCopies ? shared : { ...shared, import: false as const }]
    }),
  )
}

const versionOf = (name: (typeof suppliedByShell)[number]) =>
  readPackage(name.startsWith('@mms/') ? packageFolder(name) : `${suiteRoot}/node_modules/${name}`).version

/** The ranges that a build asks of what the shell supplies, unless its area says otherwise. */
export const defaultRequires = () => ({
  sdk: majorRange(versionOf('@mms/sdk')),
  ui: majorRange(versionOf('@mms/ui')),
  react: majorRange(versionOf('react')),
})

/** `majorRange('1.4.2') // '^1'` */
const majorRange = (version: string) => `^${version.split('.')[0]}`
