import { fieldsOf, listOf, textOf, timeOf, wholeOf } from './shapes.ts';

const toTotals = (raw: unknown) => {
  const { total, new: added } = fieldsOf(raw);
  return { total: wholeOf(total) ?? 0, new: wholeOf(added) ?? 0 };
};

/** A day of the trend; a legacy backend may not count reports. */
function toPoint(raw: unknown) {
  const { date, users, feeds, travelPosts, reports } = fieldsOf(raw);
  const [userCount, feedCount, travelCount, reportCount] = [users, feeds, travelPosts, reports].map(
    (count) => wholeOf(count) ?? 0,
  );
  return {
    date: textOf(date) ?? '',
    users: userCount,
    feeds: feedCount,
    travelPosts: travelCount,
    reports: reportCount,
  };
}

/** The dashboard's metrics, and the trend where there is one. */
export function toStats(raw: unknown): unknown {
  const { data } = fieldsOf(raw);
  if (typeof data !== 'object' || data === null) return raw;
  const { users, posts, lastUpdated, series } = fieldsOf(data);
  return {
    success: true,
    data: {
      users: toTotals(users),
      posts: {
        ...toTotals(posts),
        feeds: toTotals(fieldsOf(posts)['feeds']),
        travelPosts: toTotals(fieldsOf(posts)['travelPosts']),
      },
      lastUpdated: timeOf(lastUpdated),
      ...(Array.isArray(series) && { series: listOf(series).map(toPoint) }),
    },
  };
}
