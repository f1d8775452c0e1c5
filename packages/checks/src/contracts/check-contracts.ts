import { satisfies } from 'compare-versions'
import { findBreakingChanges, findRemovedNames } from './breaks.ts'
import { type Contract, type Contracts, contractFile, readReleased, readText, versionOf } from './contract.ts'
import { PACKAGES, readContracts } from './read-contracts.ts'

/** The next version that may break contracts: 0.2 after 0.1, 2.0 after 1.4. */
function nextStep(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`
}

function toDoOf(log: string, version: string): string {
  const entry = log.split(/^## /m).find((text) => text.startsWith(version)) ?? ''
  return entry.split(/^### /m).find((text) => text.startsWith('To do')) ?? ''
}

interface Known {
  version: string
  released: Contracts
  present: Contracts
  toDo: string
}

function sentenceOf(folder: string, what: string, { released, present, toDo }: Known): string[] {
  const before = released[folder]?.version as string
  const isRaised = satisfies(present[folder]?.version as string, `>=${nextStep(before)}`)
  const missing = [
    ...(isRaised ? [] : [`raise ${folder} to ${nextStep(before)}`]),
    ...(toDo.includes(`\`${what}\``) ? [] : ['write it, as worded here, under To do of CHANGELOG.md']),
  ]
  const ofRelease = `${contractFile(folder)} is of ${before}`
  return missing.length === 0
    ? []
    : [`${folder}: \`${what}\` (${ofRelease}): keep it or put the new beside it, or ${missing.join(' and ')}`]
}

function breaksOfExports(name: string, { released, present }: Known): string[] {
  const imports = Object.values(released).flatMap((contract) => importsOf(contract, name))
  return findRemovedNames([...new Set(imports)], present[`packages/${name}`]?.exports)
}

/** Names imported from a kit's main entry, which the shell provides. Areas bundle the other entries. */
const importsOf = ({ imports = [] }: Contract, name: string) =>
  imports.filter((each) => each.endsWith(` from @mms/${name}`))

/** Finds version ranges by which the last release's shell refuses an area, or loads it without a name it needs. */
function wrongRanges(folder: string, contract: Contract, { released }: Known): string[] {
  return PACKAGES.flatMap((name) => {
    const { version, exports } = released[`packages/${name}`] ?? {}
    const range = contract.requires?.[name]
    if (version === undefined || range === undefined) return []
    if (!satisfies(version, range))
      return [`${folder} requires ${name} ${range}, and the shell of the last release has ${version}`]
    const missing = importsOf(contract, name).filter((each) => !exports?.includes(each))
    const why = `${name} ${version} has no ${missing.join(', ')}, which it imports`
    return missing.length === 0 ? [] : [`${folder} requires ${name} ${range}, but ${why}`]
  })
}

const unreleased = ({ version, released }: Known) =>
  Object.entries(released)
    .filter(([, { release }]) => release === version)
    .map(
      ([folder]) =>
        `${contractFile(folder)} is of ${version}, which is not out: it is written when the next one begins`,
    )

const withoutSchemas = ({ present }: Known) =>
  Object.entries(present)
    .filter(
      ([, { paths = {} }]) =>
        paths['/internal/feed'] && !Object.keys(paths).some((key) => key.startsWith('feed ')),
    )
    .map(([folder]) => `${folder} publishes a feed without an event in packages/contracts/src/suite/feeds.ts`)

export function compareContracts(known: Known): string[] {
  const { released, present } = known
  const say = (folder: string, breaks: string[]) => breaks.flatMap((each) => sentenceOf(folder, each, known))
  return [
    ...unreleased(known),
    ...withoutSchemas(known),
    ...Object.entries(released).flatMap(([folder, before]) => {
      const after = present[folder]
      return after ? say(folder, findBreakingChanges(before, after)) : []
    }),
    ...PACKAGES.flatMap((name) => say(`packages/${name}`, breaksOfExports(name, known))),
    ...Object.entries(present).flatMap(([folder, after]) => wrongRanges(folder, after, known)),
  ]
}

/** Compares routes, events, pages, version ranges and exports with the `contract.json` files of the last release. */
export async function checkContracts(root: string): Promise<string[]> {
  const version = versionOf(root, '.')
  const toDo = toDoOf(readText(root, 'CHANGELOG.md'), version)
  return compareContracts({
    version,
    toDo,
    released: readReleased(root),
    present: await readContracts(root),
  })
}
