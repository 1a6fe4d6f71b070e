import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { IdentityModule } from '@app/identity';
import { WebhookPagesController } from './area/webhook-pages.controller.js';
import { EventConsumers } from './consumers/event-consumers.service.js';
import { Check } from './crossings/check.entity.js';
import { CrossingChecks } from './crossings/crossing-checks.service.js';
import { Attempts } from './deliveries/attempts.service.js';
import { Deliveries } from './deliveries/deliveries.service.js';
import { Delivery } from './deliveries/delivery.entity.js';
import { DeliveryQueue, DeliveryWorker } from './deliveries/delivery-worker.service.js';
import { Outcomes } from './deliveries/outcomes.service.js';
import { PurgeDeliveriesJob } from './deliveries/purge-deliveries.job.js';
import { EventsController } from './feed/events.controller.js';
import { Feed } from './feed/feed.service.js';
import { Webhook } from './webhooks/webhook.entity.js';
import { Webhooks } from './webhooks/webhooks.service.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [IdentityModule, MikroOrmModule.forFeature([Check, Delivery, Webhook])],
  controllers: [EventsController, WebhookPagesController, WebhooksController],
  providers: [
    EventConsumers,
    CrossingChecks,
    Feed,
    Attempts,
    Outcomes,
    Deliveries,
    DeliveryQueue,
    DeliveryWorker,
    PurgeDeliveriesJob,
    Webhooks,
  ],
  exports: [DeliveryWorker],
})
export class NotifyingModule {}
