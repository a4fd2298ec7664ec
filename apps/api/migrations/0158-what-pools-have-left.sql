-- expand: an award is held against what is left of a pool.

-- What is left of each pool on which an application asks for something, by partition: what the newest decisions on other
-- applications of the cut-off award is taken, released or not. A partition without a pool is not there.
create function pools_left(application bigint) returns jsonb language plpgsql stable as $$
begin
  return coalesce((
    select jsonb_object_agg(c.partition_id, trim_scale(greatest(c.pool - coalesce(t.amount, 0), 0))::text)
    from applications ap join cutoff_partitions c on c.cutoff_id = ap.cutoff_id and c.partition_id = any(ap.partition_ids)
      left join lateral (
        select sum(d.amount) as amount from applications o join decisions d on d.application_id = o.id
        where o.cutoff_id = ap.cutoff_id and o.id <> ap.id and o.status not in ('draft', 'withdrawn')
          and d.partition_id = c.partition_id and d.outcome in ('awarded', 'reduced')
          and d.version = (select max(n.version) from decisions n
            where n.application_id = d.application_id and n.partition_id = d.partition_id)) t on true
    where ap.id = application and c.pool is not null), '{}');
end $$;

-- The same, until the end of the transaction: who awards from one of these pools waits for the others who do. In a
-- function that is not stable each statement sees what was committed while the one before it waited.
create function lock_pools(application bigint) returns jsonb language plpgsql volatile as $$
begin
  perform from cutoff_partitions c join applications ap on ap.cutoff_id = c.cutoff_id and c.partition_id = any(ap.partition_ids)
  where ap.id = application and c.pool is not null order by c.partition_id for no key update of c;
  return pools_left(application);
end $$;
