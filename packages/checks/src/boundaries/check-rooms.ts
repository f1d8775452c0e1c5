import { dirname, relative } from 'node:path'
import { findWorkspaces } from '../workspaces.ts'
import { importTargetOf, relativeImports, sourceFiles } from './imports.ts'

type Graph = Map<string, Map<string, string>>

/** Tests and test support may import from everywhere. */
const isForTests = (file: string) => /\.(test|spec)\.tsx?$|\/(test|test-support)\//.test(file)

/** Reports circular imports between folders, even of types. A file beside folders (`app.ts`) counts as one. */
export function checkRooms(root: string): string[] {
  return findWorkspaces(root).flatMap(({ folder }) => {
    const graph = graphOf(root, folder)
    const unique = new Map<string, string[]>()
    for (const room of graph.keys()) {
      const circle = shortestCircle(graph, room)
      const name = circle?.toSorted().join()
      if (circle && name && !unique.has(name)) unique.set(name, circle)
    }
    return [...unique.values()].map((circle) => describe(graph, folder, circle))
  })
}

function graphOf(root: string, folder: string): Graph {
  const files = sourceFiles(root, folder).filter((file) => !isForTests(file))
  const parents = new Set(files.map((file) => dirname(dirname(file))))
  const roomOf = (file: string) => (parents.has(dirname(file)) ? file : dirname(file))
  const graph: Graph = new Map()
  for (const file of files) {
    for (const specifier of relativeImports(root, file)) {
      const target = importTargetOf(file, specifier)
      const [from, to] = [roomOf(file), roomOf(target)]
      if (from === to) continue
      const neighbours = graph.get(from) ?? new Map<string, string>()
      graph.set(from, neighbours.set(to, `${relative(folder, file)} imports ${relative(folder, target)}`))
    }
  }
  return graph
}

function shortestCircle(graph: Graph, start: string): string[] | undefined {
  const paths = [[start]]
  const seen = new Set<string>()
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) as string)?.keys() ?? []) {
      if (next === start) return path
      if (seen.has(next)) continue
      seen.add(next)
      paths.push([...path, next])
    }
  }
  return undefined
}

function describe(graph: Graph, folder: string, circle: string[]): string {
  const names = [...circle, circle[0] as string].map((room) => relative(folder, room))
  const imports = circle.map((room, index) =>
    graph.get(room)?.get(circle[(index + 1) % circle.length] as string),
  )
  return `${folder}: ${names.join(' → ')} is a circle of imports (${imports.join('; ')})`
}
