export const analytics = 'Analytics'
export const climateAnalytics = 'Climate Analytics'
export const reports = 'Reports'
