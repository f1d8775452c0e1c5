/** A manifest of an area with the page `/<name>`. */
export const manifestOf = (name: string, over: object = {}) => ({
  name,
  title: name,
  owner: `team-${name}`,
  version: '1.0.0',
  build: 'b1',
  entry: 'mf-manifest.json',
  requires: { sdk: '^1', ui: '^1', react: '^19' },
  nav: [],
  routes: [`/${name}`],
  slots: [],
  ...over,
})

/** The entry of a published build in the list of areas. */
export const listed = (id: string, integrity = `sha256-${'A'.repeat(43)}=`) => ({
  id,
  version: '1.0.0',
  publishedAt: '2026-11-23T10:00:00.000Z',
  publishedBy: 'asha',
  integrity,
  requires: { sdk: '^1', ui: '^1', react: '^19' },
})
