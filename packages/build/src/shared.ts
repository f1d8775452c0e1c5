import { packageFolder, readPackage, suiteRoot } from './workspace.ts'

/**
 * The only modules that areas share with the shell. `@mms/ui` wraps Chakra and emotion, `@mms/sdk` wraps router,
 * queries and session. Sharing those libraries directly loads all of them: 407 KB, not 226, for the first paint.
 */
export const suppliedByShell = ['react', 'react-dom', '@mms/sdk', '@mms/ui'] as const

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

/** Versions that a shell built now provides. Areas state in `requires` which they need. */
export const readSuppliedVersions = () => ({
  sdk: versionOf('@mms/sdk'),
  ui: versionOf('@mms/ui'),
  react: versionOf('react'),
})

export function defaultRequires() {
  const { sdk, ui, react } = readSuppliedVersions()
  return { sdk: majorRange(sdk), ui: majorRange(ui), react: majorRange(react) }
}

const majorRange = (version: string) => `^${version.split('.')[0]}`
