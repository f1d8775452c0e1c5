/** A manifest of an area with the page `/<name>`. */
export const manifestOf = (name: string, over: object = {}) => ({
  name,
  title: name,
  owner: `team-${name}`,
  version: '1.0.0',
  build: 'b1',
  entry: 'mf-manifest.json',
  requires: { sdk: '^1.0.0', ui: '^1.0.0', react: '^19' },
  nav: [],
  routes: [`/${name}`],
  slots: [],
  ...over,
})
