export const loadingRecent = 'Loading recent alerts...'
export const recentAlerts = 'Recent Alerts'
export const viewAllAlerts = 'View all alerts'
export const noRecentAlerts = 'No recent alerts'
