/** Query key of all webhooks with their last deliveries. */
export const webhooksKey = ['webhooks'] as const;
