import { satisfies } from 'compare-versions'
import { type Break, findBreaks } from './breaks.ts'
import { consumersOf, readSources } from './consumers.ts'
import { type Contract, type Contracts, fileOf, read, readReleased, versionOf } from './contract.ts'
import { PACKAGES, readContracts } from './read-contracts.ts'

/** The version from which on a break may be, in the sense of semver: of 0.1 0.2, of 1.4 2.0. */
export function nextStep(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`
}

const isStep = (before: Contract, after: Contract) =>
  satisfies(after.version, `>=${nextStep(before.version)}`)

/** What stands under *To do* of a version in the change log. */
function toDoOf(log: string, version: string): string {
  const entry = log.split(/^## /m).find((text) => text.startsWith(version)) ?? ''
  return entry.split(/^### /m).find((text) => text.startsWith('To do')) ?? ''
}

interface Known {
  root: string
  /** Of the suite. */
  version: string
  released: Contracts
  present: Contracts
  /** What the change log says to who deploys this version. */
  toDo: string
}

/** What is missing before a break may be: the version, the range of each consumer, the word to who deploys. */
function missingFor({ place }: Break, folder: string, consumers: string[], known: Known): string[] {
  const { released, present, toDo } = known
  const behind = [folder, ...consumers].filter((each) => {
    const [before, after] = [released[each], present[each]]
    return before && after && !isStep(before, after)
  })
  return [
    ...behind.map((each) => `raise ${each} to ${nextStep(released[each]?.version as string)}`),
    ...(toDo.includes(`\`${place}\``) ? [] : [`name \`${place}\` under To do of CHANGELOG.md`]),
  ]
}

function sentenceOf(folder: string, broken: Break, users: string[], known: Known): string[] {
  const consumers = users.map((user) => user.split('/src/')[0] as string)
  const missing = missingFor(broken, folder, consumers, known)
  if (missing.length === 0) return []
  const usedBy = users.length > 0 ? `; used by ${users.join(', ')}` : ''
  const before = `${fileOf(folder)} is of ${known.released[folder]?.version}${usedBy}`
  return [
    `${folder}: ${broken.what} (${before}): keep it or put the new beside it, or ${missing.join(' and ')}`,
  ]
}

/** Whom the shell does not give what they require: `sdk ^1.5`, and what it has. */
function unmet({ area }: Contract, shell: Contract | undefined): [string, string][] {
  return Object.entries(area?.requires ?? {}).flatMap(([name, range]): [string, string][] => {
    const version = shell?.supplies?.[name]
    return version === undefined || satisfies(version, range) ? [] : [[`${name} ${range}`, version]]
  })
}

/** What a page of the last release cannot give the area, so that it is refused there. */
function breaksOfRequires(folder: string, contract: Contract, released: Contracts): Break[] {
  return unmet(contract, released.shell).map(([required, version]) => ({
    place: folder,
    what: `requires ${required}, and the shell of the last release has ${version}`,
  }))
}

/** Names that areas of the last release import and that are gone. */
function breaksOfExports(name: string, { released, present }: Known): (Break & { users: string[] })[] {
  const now = present[`packages/${name}`]?.exports ?? {}
  const wanted = Object.entries(released).flatMap(([folder, { area }]) =>
    Object.entries(area?.imports ?? {})
      .filter(([from]) => from === `@mms/${name}` || from.startsWith(`@mms/${name}/`))
      .flatMap(([from, names]) => names.map((each) => ({ folder, from, each }))),
  )
  const gone = wanted.filter(({ from, each }) => !now[from]?.includes(each))
  return [...Map.groupBy(gone, ({ from, each }) => `${each} from ${from}`)].map(([key, list]) => ({
    place: list[0]?.each as string,
    what: `removed the export ${key}`,
    users: list.map(({ folder }) => folder),
  }))
}

/** Ranges that cannot be right: an area that never runs, or that runs where a name which it imports is missing. */
function wrongRanges(folder: string, contract: Contract, { released, present }: Known): string[] {
  const never = unmet(contract, present.shell).map(
    ([required, version]) => `${folder} requires ${required}, and the shell has ${version}`,
  )
  const { requires = {}, imports = {} } = contract.area ?? {}
  const early = PACKAGES.flatMap((name) => {
    const before = released[`packages/${name}`]
    const range = requires[name]
    if (!before || !range || !satisfies(before.version, range)) return []
    const missing = Object.entries(imports).flatMap(([from, names]) =>
      from.split('/')[1] === name ? names.filter((each) => !before.exports?.[from]?.includes(each)) : [],
    )
    if (missing.length === 0) return []
    const why = `${name} ${before.version} has no ${missing.join(', ')}, which it imports`
    return [
      `${folder} requires ${name} ${range}, but ${why}: require the version of packages/${name} that has`,
    ]
  })
  return [...never, ...early]
}

function unreleased({ version, released }: Known): string[] {
  return Object.entries(released)
    .filter(([, { release }]) => release === version)
    .map(
      ([folder]) =>
        `${fileOf(folder)} is of ${version}, which is not out: it is written when the next one begins`,
    )
}

function withoutSchemas({ present }: Known): string[] {
  return Object.entries(present)
    .filter(
      ([, { paths = {} }]) =>
        paths['/internal/feed'] && !Object.keys(paths).some((key) => key.startsWith('feed ')),
    )
    .map(([folder]) => `${folder} publishes a feed without an event in packages/contracts/src/feeds.ts`)
}

/** A break of a folder, with those who rely on it where these are known without a search. */
type Found = Break & { folder: string; users?: string[] }

function findAll(known: Known): Found[] {
  const { released, present } = known
  const shared = Object.entries(released).filter(([folder]) => present[folder])
  return [
    ...shared.flatMap(([folder, before]) => {
      const after = present[folder] as Contract
      return [
        ...findBreaks(before, after).map((each) => ({ ...each, folder })),
        ...breaksOfRequires(folder, after, released).map((each) => ({ ...each, folder, users: ['shell'] })),
      ]
    }),
    ...PACKAGES.flatMap((name) =>
      breaksOfExports(name, known).map((each) => ({ ...each, folder: `packages/${name}` })),
    ),
  ]
}

/** Compares contracts, and says of each break that versions, ranges and the change log do not allow what to do. */
export function compareContracts(known: Known): string[] {
  const { root, present } = known
  const found = findAll(known)
  const sources = found.length > 0 ? readSources(root) : []
  const search = ({ folder, place }: Found) =>
    consumersOf(root, sources, folder, place).map(({ file }) => file)
  return [
    ...unreleased(known),
    ...withoutSchemas(known),
    ...found.flatMap((each) => sentenceOf(each.folder, each, each.users ?? search(each), known)),
    ...Object.entries(present).flatMap(([folder, after]) => wrongRanges(folder, after, known)),
  ]
}

/**
 * Refuses what breaks those who rely on the last release: routes, events, pages, ranges and exports against the
 * `contract.json` of each folder.
 */
export async function checkContracts(root: string): Promise<string[]> {
  const version = versionOf(root, '.')
  const toDo = toDoOf(read(root, 'CHANGELOG.md'), version)
  return compareContracts({
    root,
    version,
    toDo,
    released: readReleased(root),
    present: await readContracts(root),
  })
}
